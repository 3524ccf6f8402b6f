// clearance for C++17, header only: how far apart are two things, and where?
//
//     clearance::shape ball = clearance::shape::ball(0.5);
//     clearance::shape box = clearance::shape::box(1.0, 2.0, 3.0).at(Eigen::Vector3d(4, 0, 0));
//     clearance::answer near = clearance::distance(ball, box);
//     std::cout << near.distance << " at " << near.a<Eigen::Vector3d>().transpose() << "\n";
//
// clearance.h says what everything means. Here a fault is an exception (`clearance::error`, with the code and the sentence),
// owned things free themselves, and a vector is any type with [0], [1] and [2]: Eigen, glm, std::array, double[3]. A quaternion
// is any type with x(), y(), z() and w(), or members of these names. Nothing of such a library is included here, and none of
// its types crosses into the shared library, so its alignment and options do not matter.
//
// A shape is a view, as in C: the points, hulls, meshes and functions that it names must live as long as it is asked about.
// A shape of a temporary does not compile.
#ifndef CLEARANCE_HPP
#define CLEARANCE_HPP

#include "clearance.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace clearance {

/// What a function says when it refuses: a code, and a sentence with the field.
class error : public std::runtime_error {
  cl_code code_;

public:
  explicit error(cl_code code) : std::runtime_error(cl_last_error()), code_(code) {}
  cl_code code() const noexcept { return code_; }
};

enum class status : std::uint32_t { separated = CL_SEPARATED, touching = CL_TOUCHING, overlapping = CL_OVERLAPPING };
enum class outcome : std::uint32_t { clear = CL_CLEAR, hit = CL_HIT, near = CL_NEAR };
enum class relation : std::uint32_t {
  apart = CL_APART,
  touching = CL_TOUCH,
  crossing = CL_CROSSING,
  a_in_b = CL_A_IN_B,
  b_in_a = CL_B_IN_A
};

namespace detail {

/// The exception of a callback in this thread. It is thrown again when the call is over.
inline std::exception_ptr &kept() noexcept {
  thread_local std::exception_ptr exception;
  return exception;
}

/// Throws what went wrong.
inline void check(cl_code code) {
  if (code == CL_OK) return;
  // An exception of an earlier question, which nobody took, is not that of this one.
  const std::exception_ptr own = std::exchange(kept(), nullptr);
  if (code == CL_CALLBACK && own) std::rethrow_exception(own);
  throw error(code);
}

template <class V, class = void> struct scalar_of {
  using type = double;
};
template <class V> struct scalar_of<V, std::void_t<decltype(std::declval<V &>()[0])>> {
  using type = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<V &>()[0])>>;
};

/// How many coordinates a vector has: 2 or 3. Eigen says it, pointers have three, and of others the size tells.
template <class V, class = void> struct dimension_of {
  static constexpr int value =
      !std::is_pointer<V>::value && sizeof(V) < 3 * sizeof(typename scalar_of<const V>::type) ? 2 : 3;
};
template <class V> struct dimension_of<V, std::void_t<decltype(V::SizeAtCompileTime)>> {
  static constexpr int value = static_cast<int>(V::SizeAtCompileTime) == 2 ? 2 : 3;
};

/// Whether an address lies within a thing.
template <class T> bool is_within(const T &thing, const void *address) {
  const char *begin = reinterpret_cast<const char *>(std::addressof(thing));
  const std::less<const void *> before;
  return !before(address, begin) && before(address, begin + sizeof thing);
}

/// How many coordinates this vector has: 2 or 3. What tells its size is asked. A view of numbers elsewhere has three.
template <class V> auto coordinates(const V &from, int) -> decltype(static_cast<int>(from.size())) {
  return from.size() == 2 ? 2 : 3;
}
template <class V> int coordinates(const V &from, long) {
  if constexpr (std::is_lvalue_reference<decltype(from[0])>::value) {
    if (!is_within(from, std::addressof(from[0]))) return 3;
  } else if constexpr (sizeof(V) < 2 * sizeof(typename scalar_of<const V>::type)) {
    return 3;
  }
  return dimension_of<V>::value;
}

/// The coordinates of any vector.
template <class V> void copy(const V &from, double *to) {
  const int count = coordinates(from, 0);
  for (int i = 0; i < count; ++i) to[i] = static_cast<double>(from[i]);
}

/// The first number of the first row of a container. The numbers of a row lie in the row, and rows follow each other.
template <class Rows> const void *first_of(const Rows &rows) {
  if (std::size(rows) == 0) return nullptr;
  const auto &row = *std::data(rows);
  const void *first = std::addressof(row[0]);
  if (!is_within(row, first))
    throw std::invalid_argument("clearance: the numbers of a row are not inside of it; give rows of a fixed size");
  return first;
}

/// A vector of the caller's type.
template <class V> V vector(const double *from) {
  using S = typename scalar_of<V>::type;
  V made{};
  for (int i = 0; i < dimension_of<V>::value; ++i) made[i] = static_cast<S>(from[i]);
  return made;
}

template <class Q> auto component(const Q &q, int index, int)
    -> decltype(static_cast<double>(q.x()), static_cast<double>(q.w())) {
  return index == 0 ? static_cast<double>(q.x())
         : index == 1 ? static_cast<double>(q.y())
         : index == 2 ? static_cast<double>(q.z())
                      : static_cast<double>(q.w());
}
template <class Q> auto component(const Q &q, int index, long)
    -> decltype(static_cast<double>(q.x), static_cast<double>(q.w)) {
  return index == 0 ? static_cast<double>(q.x)
         : index == 1 ? static_cast<double>(q.y)
         : index == 2 ? static_cast<double>(q.z)
                      : static_cast<double>(q.w);
}

/// Whether a type is a transform of space, as Eigen has it.
template <class T, class = void> struct is_transform : std::false_type {};
template <class T>
struct is_transform<T, std::void_t<decltype(std::declval<const T &>().translation()[0]),
                                   decltype(std::declval<const T &>().linear()(0, 0))>> : std::true_type {};

/// The quaternion of a rotation's matrix, from the largest of the four components (Shepperd 1978).
template <class M> void quaternion(const M &matrix, double *out) {
  double m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] = static_cast<double>(matrix(i, j));
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const bool is_unit = std::abs(m[i][0] * m[i][0] + m[i][1] * m[i][1] + m[i][2] * m[i][2] - 1) < 2e-4;
    // Each row is the product of the two that follow it.
    for (int c = 0; c < 3; ++c) {
      const int d = (c + 1) % 3, e = (c + 2) % 3;
      if (!is_unit || !(std::abs(m[j][d] * m[k][e] - m[j][e] * m[k][d] - m[i][c]) < 1e-4))
        throw std::invalid_argument("clearance: linear() is no rotation: it stretches, shears or mirrors");
    }
  }
  const double trace = m[0][0] + m[1][1] + m[2][2];
  int most = 3;
  double largest = trace;
  for (int i = 0; i < 3; ++i)
    if (m[i][i] > largest) largest = m[most = i][i];
  const double size = most == 3 ? 1 + trace : 1 - trace + 2 * largest;
  const double share = 0.5 / std::sqrt(size);
  const int i = most % 3, j = (i + 1) % 3, k = (i + 2) % 3;
  if (most == 3) {
    out[i] = (m[k][j] - m[j][k]) * share;
    out[j] = (m[i][k] - m[k][i]) * share;
    out[k] = (m[j][i] - m[i][j]) * share;
    out[3] = size * share;
  } else {
    out[i] = size * share;
    out[j] = (m[i][j] + m[j][i]) * share;
    out[k] = (m[i][k] + m[k][i]) * share;
    out[3] = (m[k][j] - m[j][k]) * share;
  }
}

/// A handle that frees itself.
template <class T, void (*Free)(T *)> class owned {
  struct drop {
    void operator()(T *handle) const noexcept { Free(handle); }
  };
  std::unique_ptr<T, drop> handle_;

protected:
  /// Where a function puts a new handle.
  class slot {
    owned &to_;
    T *made_ = nullptr;

  public:
    explicit slot(owned &to) noexcept : to_(to) {}
    slot(const slot &) = delete;
    slot &operator=(const slot &) = delete;
    ~slot() {
      if (made_) to_.handle_.reset(made_);
    }
    operator T **() noexcept { return &made_; }
  };

public:
  T *get() const noexcept { return handle_.get(); }
};

/// The flag of numbers of this type: float or double.
template <class S> constexpr std::uint32_t width_flag() {
  static_assert(std::is_same<S, double>::value || std::is_same<S, float>::value, "coordinates are double or float");
  return std::is_same<S, float>::value ? static_cast<std::uint32_t>(CL_FLOAT32) : 0u;
}

/// Points in a container of vectors: the first coordinate, the stride and the count.
template <class Points> struct points_of {
  using point = std::remove_cv_t<std::remove_reference_t<decltype(*std::data(std::declval<const Points &>()))>>;
  using scalar = typename scalar_of<const point>::type;
  const void *first;
  std::size_t stride = sizeof(point);
  std::size_t count;
  std::uint32_t flags = width_flag<scalar>();
  /// CL_PLANE for points of two coordinates.
  static constexpr std::uint32_t plane =
      dimension_of<point>::value == 2 ? static_cast<std::uint32_t>(CL_PLANE) : 0u;
  explicit points_of(const Points &points) : first(first_of(points)), count(std::size(points)) {}
};

} // namespace detail

/// The convex hull of points: a container of vectors, or rows of numbers. Vectors of two coordinates give a hull of the plane.
class hull : public detail::owned<cl_hull, cl_hull_free> {
  std::uint32_t plane_ = 0;

public:
  template <class Points> explicit hull(const Points &points) : plane_(detail::points_of<Points>::plane) {
    const detail::points_of<Points> rows(points);
    detail::check(cl_hull_new(rows.first, rows.stride, rows.count, rows.flags | plane_, slot(*this)));
  }
  /// Rows of numbers that are `stride` bytes apart. flags: CL_PLANE, CL_FLOAT32.
  hull(const void *points, std::size_t count, std::size_t stride = 0, std::uint32_t flags = 0)
      : plane_(flags & CL_PLANE) {
    detail::check(cl_hull_new(points, stride, count, flags, slot(*this)));
  }
  bool is_of_plane() const noexcept { return plane_ != 0; }
};

/// A surface of triangles.
class mesh : public detail::owned<cl_mesh, cl_mesh_free> {
public:
  /// Containers of vectors and of triangles: any type of three indices, uint32_t or uint16_t.
  template <class Points, class Triangles> mesh(const Points &vertices, const Triangles &triangles) {
    using corner = typename detail::scalar_of<
        const std::remove_reference_t<decltype(*std::data(std::declval<const Triangles &>()))>>::type;
    static_assert(sizeof(corner) == 2 || sizeof(corner) == 4, "indices have 16 or 32 bits");
    using row = std::remove_reference_t<decltype(*std::data(triangles))>;
    const detail::points_of<Points> rows(vertices);
    const std::uint32_t narrow = sizeof(corner) == 2 ? static_cast<std::uint32_t>(CL_UINT16) : 0u;
    const void *first = detail::first_of(triangles);
    detail::check(cl_mesh_new(rows.first, rows.stride, rows.count, first, sizeof(row), std::size(triangles),
                              rows.flags | narrow, slot(*this)));
  }
  mesh(const void *vertices, std::size_t vertex_count, std::size_t vertex_stride, const void *triangles,
       std::size_t triangle_count, std::size_t triangle_stride, std::uint32_t flags) {
    detail::check(cl_mesh_new(vertices, vertex_stride, vertex_count, triangles, triangle_stride, triangle_count, flags,
                              slot(*this)));
  }
  cl_mesh_report report() const {
    cl_mesh_report out{};
    detail::check(cl_mesh_look(get(), &out));
    return out;
  }
};

/// Polygons with holes in the plane, or an open line (CL_OPEN).
class outline : public detail::owned<cl_outline, cl_outline_free> {
public:
  /// One ring, or with CL_OPEN one open line.
  template <class Points> explicit outline(const Points &points, std::uint32_t flags = 0) {
    const detail::points_of<Points> rows(points);
    detail::check(cl_outline_new(rows.first, rows.stride, rows.count, nullptr, nullptr, 0, rows.flags | flags,
                                 slot(*this)));
  }
  /// Rings of these sizes. `polygons` names the polygon of each; if it is empty, all are one polygon.
  template <class Points>
  outline(const Points &points, const std::vector<std::uint32_t> &ring_sizes,
          const std::vector<std::uint32_t> &polygons = {}) {
    if (!polygons.empty() && polygons.size() != ring_sizes.size())
      throw std::invalid_argument("clearance: polygons and ring_sizes differ in their length");
    const detail::points_of<Points> rows(points);
    detail::check(cl_outline_new(rows.first, rows.stride, rows.count, ring_sizes.data(),
                                 polygons.empty() ? nullptr : polygons.data(), ring_sizes.size(), rows.flags,
                                 slot(*this)));
  }
};

class compound;

/// A view of a shape. It is copied freely, and owns nothing.
class shape {
  cl_shape raw_;
  explicit shape(const cl_shape &raw) : raw_(raw) {}
  template <class Points> static shape list(std::uint32_t kind, const Points &points, std::uint32_t flags) {
    const detail::points_of<Points> rows(points);
    shape made(cl_shape_of(kind, rows.first));
    made.raw_.stride = rows.stride;
    made.raw_.count = rows.count;
    made.raw_.flags = rows.flags | rows.plane | flags;
    return made;
  }

public:
  /// A ball around its origin.
  static shape ball(double radius) { return shape(cl_ball(radius)); }
  static shape box(double half_x, double half_y, double half_z) { return shape(cl_box(half_x, half_y, half_z)); }
  template <class V> static shape box(const V &half_extents) {
    shape made(cl_shape_of(CL_BOX, nullptr));
    detail::copy(half_extents, made.raw_.size);
    return made;
  }
  /// From -half to half, thickened by the radius.
  template <class V> static shape capsule(const V &half, double radius) {
    shape made(cl_shape_of(CL_CAPSULE, nullptr));
    detail::copy(half, made.raw_.size);
    made.raw_.radius = radius;
    return made;
  }
  /// Around the y axis.
  static shape cylinder(double radius, double half_height) {
    shape made(cl_shape_of(CL_CYLINDER, nullptr));
    made.raw_.size[0] = radius;
    made.raw_.size[1] = half_height;
    return made;
  }
  /// Around the y axis, its apex above.
  static shape cone(double radius, double half_height) {
    shape made = cylinder(radius, half_height);
    made.raw_.kind = CL_CONE;
    return made;
  }
  template <class V> static shape ellipsoid(const V &semi_axes) {
    shape made = box(semi_axes);
    made.raw_.kind = CL_ELLIPSOID;
    return made;
  }
  /// The points x with normal * x <= offset.
  template <class V> static shape half_space(const V &normal, double offset) {
    shape made = box(normal);
    made.raw_.kind = CL_HALF_SPACE;
    made.raw_.radius = offset;
    return made;
  }
  /// The convex hull of a container of vectors, which is not built. The container must live on.
  template <class Points> static shape points(const Points &points) { return list(CL_POINTS, points, 0); }
  template <class Points, class = std::enable_if_t<!std::is_lvalue_reference<Points>::value>>
  static shape points(Points &&) = delete;
  /// Three vectors, which must live on.
  template <class Points> static shape triangle(const Points &points) { return list(CL_TRIANGLE, points, 0); }
  template <class Points, class = std::enable_if_t<!std::is_lvalue_reference<Points>::value>>
  static shape triangle(Points &&) = delete;

  static shape of(const clearance::hull &hull) {
    const shape made(cl_shape_of(CL_HULL, hull.get()));
    return hull.is_of_plane() ? made.in_plane() : made;
  }
  static shape of(const clearance::mesh &mesh) { return shape(cl_shape_of(CL_MESH, mesh.get())); }
  static shape of(const clearance::outline &outline) {
    return shape(cl_shape_of(CL_OUTLINE, outline.get())).in_plane();
  }
  static shape of(const clearance::compound &compound);
  static shape of(clearance::hull &&) = delete;
  static shape of(clearance::mesh &&) = delete;
  static shape of(clearance::outline &&) = delete;
  static shape of(clearance::compound &&) = delete;

  /// Your own: f(const double *direction) gives a vector, the farthest point of the core along the direction. It must live on.
  /// If it throws, the question ends, and the exception is thrown again from it.
  template <class F> static shape own(F &f) {
    shape made(cl_shape_of(CL_OWN, nullptr));
    made.raw_.user = const_cast<void *>(static_cast<const void *>(std::addressof(f)));
    made.raw_.support = [](void *user, const double *direction, double *point) noexcept -> std::int32_t {
      try {
        detail::copy((*static_cast<F *>(user))(direction), point);
        return 0;
      } catch (...) {
        detail::kept() = std::current_exception();
        return 1;
      }
    };
    return made;
  }
  template <class F, class = std::enable_if_t<!std::is_lvalue_reference<F>::value>> static shape own(F &&) = delete;
  /// From C.
  static shape raw(const cl_shape &raw) { return shape(raw); }

  /// The same shape elsewhere: at a vector, or at a transform with translation() and linear(), such as Eigen::Isometry3d. The
  /// linear part must be a rotation up to 1e-4.
  template <class V> shape at(const V &place) const {
    shape made = *this;
    if constexpr (detail::is_transform<V>::value) {
      detail::copy(place.translation(), made.raw_.pose.translation);
      detail::quaternion(place.linear(), made.raw_.pose.rotation);
    } else {
      detail::copy(place, made.raw_.pose.translation);
    }
    return made;
  }
  template <class V, class Q> shape at(const V &translation, const Q &rotation) const {
    shape made = at(translation);
    for (int i = 0; i < 4; ++i) made.raw_.pose.rotation[i] = detail::component(rotation, i, 0);
    return made;
  }
  /// In the plane, with the cosine and the sine of an angle.
  template <class V> shape turned(const V &translation, double cosine, double sine) const {
    shape made = at(translation);
    made.raw_.pose.rotation[0] = cosine;
    made.raw_.pose.rotation[1] = sine;
    return made;
  }
  /// The same shape, thickened by a further radius. A mesh, an outline and a compound cannot be.
  shape rounded(double radius) const {
    if (raw_.kind == CL_MESH || raw_.kind == CL_OUTLINE || raw_.kind == CL_COMPOUND)
      throw std::invalid_argument("clearance: radius: meshes, outlines and compounds are not thickened");
    shape made = *this;
    const double *normal = raw_.size;
    // The offset of a half-space counts in lengths of its normal.
    const double unit =
        raw_.kind == CL_HALF_SPACE ? std::hypot(normal[0], normal[1], raw_.flags & CL_PLANE ? 0.0 : normal[2]) : 1.0;
    made.raw_.radius += radius * unit;
    return made;
  }
  /// The same shape, of the plane.
  shape in_plane() const {
    shape made = *this;
    made.raw_.flags |= CL_PLANE;
    return made;
  }
  /// A mesh or an outline with a factor; a negative one mirrors all axes. Other shapes have sizes of their own.
  shape scaled(double factor) const {
    if (raw_.kind != CL_MESH && raw_.kind != CL_OUTLINE)
      throw std::invalid_argument("clearance: factor: meshes and outlines alone are scaled");
    shape made = *this;
    for (double &own : made.raw_.size) own = own == 0.0 ? factor : own * factor;
    return made;
  }
  const cl_shape &raw() const noexcept { return raw_; }
  cl_shape &raw() noexcept { return raw_; }
};

/// Convex shapes side by side, as one body.
class compound : public detail::owned<cl_compound, cl_compound_free> {
  bool is_of_plane_ = false;

public:
  explicit compound(const std::vector<shape> &shapes)
      : is_of_plane_(!shapes.empty() && (shapes.front().raw().flags & CL_PLANE) != 0) {
    static_assert(sizeof(shape) == sizeof(cl_shape), "a shape is its view");
    const cl_shape *first = shapes.empty() ? nullptr : &shapes.front().raw();
    detail::check(cl_compound_new(first, sizeof(shape), shapes.size(), slot(*this)));
  }
  bool is_of_plane() const noexcept { return is_of_plane_; }
};

inline shape shape::of(const clearance::compound &compound) {
  const shape made(cl_shape_of(CL_COMPOUND, compound.get()));
  return compound.is_of_plane() ? made.in_plane() : made;
}

/// What a question remembers for the next one of the same pair.
class cache : public detail::owned<cl_cache, cl_cache_free> {
public:
  cache() { detail::check(cl_cache_new(slot(*this))); }
};

/// Options of a question, with the defaults.
struct options : cl_options {
  options() : cl_options(cl_default_options()) {}
  options &remembering(const clearance::cache &memory) {
    cache = memory.get();
    return *this;
  }
};

/// A distance with its bounds.
struct answer : cl_answer {
  answer() : cl_answer{} {}
  answer(const cl_answer &raw) : cl_answer(raw) {}
  clearance::status verdict() const noexcept { return static_cast<clearance::status>(status); }
  template <class V> V a() const { return detail::vector<V>(point_a); }
  template <class V> V b() const { return detail::vector<V>(point_b); }
  template <class V> V n() const { return detail::vector<V>(normal); }
};

inline answer distance(const shape &a, const shape &b, const cl_options *options = nullptr) {
  answer out;
  detail::check(cl_distance(&a.raw(), &b.raw(), options, &out));
  return out;
}
inline answer signed_distance(const shape &a, const shape &b, const cl_options *options = nullptr) {
  answer out;
  detail::check(cl_signed_distance(&a.raw(), &b.raw(), options, &out));
  return out;
}
/// Nothing if they are farther apart than the limit.
inline std::optional<answer> within(const shape &a, const shape &b, double limit,
                                    options with = clearance::options()) {
  answer out;
  std::uint32_t is_within = 0;
  with.max_distance = limit;
  detail::check(cl_within(&a.raw(), &b.raw(), &with, &out, &is_within));
  return is_within ? std::optional<answer>(out) : std::nullopt;
}
inline bool overlaps(const shape &a, const shape &b, const cl_options *options = nullptr) {
  std::uint32_t out = 0;
  detail::check(cl_overlaps(&a.raw(), &b.raw(), options, &out));
  return out != 0;
}
inline bool is_below(const shape &a, const shape &b, double limit) {
  std::uint32_t out = 0;
  detail::check(cl_is_below(&a.raw(), &b.raw(), limit, &out));
  return out != 0;
}
template <class V> answer closest_point(const shape &of, const V &point, const cl_options *options = nullptr) {
  answer out;
  double at[3] = {0, 0, 0};
  detail::copy(point, at);
  detail::check(cl_closest_point(&of.raw(), at, options, &out));
  return out;
}
/// The nearest pairs of leaves within a distance, at most `most`.
inline std::vector<answer> nearest_pairs(const shape &a, const shape &b, double limit, std::size_t most) {
  static_assert(sizeof(answer) == sizeof(cl_answer), "an answer has nothing beside");
  std::vector<answer> out(most);
  std::size_t count = 0;
  detail::check(cl_nearest_pairs(&a.raw(), &b.raw(), limit, out.data(), sizeof(answer), most, &count));
  out.resize(count);
  return out;
}

/// A contact manifold.
struct manifold {
  std::array<double, 3> normal{};
  std::vector<cl_contact> contacts;
};
inline manifold contacts(const shape &a, const shape &b, double margin, const cl_options *options = nullptr) {
  manifold out;
  std::size_t count = 0;
  out.contacts.resize(8);
  for (;;) {
    detail::check(cl_contacts(&a.raw(), &b.raw(), margin, options, out.normal.data(), out.contacts.data(), 0,
                              out.contacts.size(), &count));
    const bool is_whole = count <= out.contacts.size();
    out.contacts.resize(count);
    if (is_whole) return out;
  }
}
inline cl_gradient_answer gradient(const shape &a, const shape &b, const double *center_a = nullptr,
                                   const double *center_b = nullptr, const cl_options *options = nullptr) {
  cl_gradient_answer out{};
  detail::check(cl_gradient(&a.raw(), &b.raw(), center_a, center_b, options, &out));
  return out;
}
template <class V>
cl_way_out_answer way_out(const shape &a, const shape &b, const V &direction, const cl_options *options = nullptr) {
  cl_way_out_answer out{};
  double along[3] = {0, 0, 0};
  detail::copy(direction, along);
  detail::check(cl_way_out(&a.raw(), &b.raw(), along, options, &out));
  return out;
}

/// A motion. `turn` is a rotation vector in radians about `center`.
struct motion : cl_motion {
  motion() : cl_motion{} {}
  template <class V> motion &travelling(const V &way) {
    detail::copy(way, travel);
    return *this;
  }
  template <class V, class W> motion &turning(const V &about, const W &by) {
    detail::copy(about, center);
    detail::copy(by, turn);
    return *this;
  }
};

/// When two bodies come into contact.
struct cast_answer : cl_cast_answer {
  cast_answer() : cl_cast_answer{} {}
  clearance::outcome verdict() const noexcept { return static_cast<clearance::outcome>(outcome); }
  bool is_hit() const noexcept { return outcome != CL_CLEAR; }
};
template <class V>
cast_answer cast(const shape &a, const shape &b, const V &travel, const cl_options *options = nullptr) {
  cast_answer out;
  double way[3] = {0, 0, 0};
  detail::copy(travel, way);
  detail::check(cl_cast(&a.raw(), &b.raw(), way, options, &out));
  return out;
}
template <class V, class W>
cast_answer ray(const shape &of, const V &origin, const W &travel, const cl_options *options = nullptr) {
  cast_answer out;
  double from[3] = {0, 0, 0}, way[3] = {0, 0, 0};
  detail::copy(origin, from);
  detail::copy(travel, way);
  detail::check(cl_ray(&of.raw(), from, way, options, &out));
  return out;
}
inline cast_answer impact(const shape &a, const motion &motion_a, const shape &b, const motion &motion_b,
                          const cl_options *options = nullptr) {
  cast_answer out;
  detail::check(cl_impact(&a.raw(), &motion_a, &b.raw(), &motion_b, options, &out));
  return out;
}
inline cl_clearance_answer least_clearance(const shape &a, const motion &motion_a, const shape &b,
                                           const motion &motion_b, const cl_options *options = nullptr) {
  cl_clearance_answer out{};
  detail::check(cl_least_clearance(&a.raw(), &motion_a, &b.raw(), &motion_b, options, &out));
  return out;
}
template <class V>
std::optional<cl_crossing_answer> crossing(const shape &a, const shape &b, const V &direction,
                                           const cl_options *options = nullptr) {
  cl_crossing_answer out{};
  double along[3] = {0, 0, 0};
  detail::copy(direction, along);
  detail::check(cl_crossing(&a.raw(), &b.raw(), along, options, &out));
  return out.is_crossing ? std::optional<cl_crossing_answer>(out) : std::nullopt;
}

/// How two solids lie to each other.
struct relation_answer : cl_relation_answer {
  relation_answer() : cl_relation_answer{} {}
  clearance::relation verdict() const noexcept {
    return static_cast<clearance::relation>(cl_relation_answer::relation);
  }
};
inline relation_answer relation_of(const shape &a, const shape &b) {
  relation_answer out;
  detail::check(cl_relation(&a.raw(), &b.raw(), &out));
  return out;
}
inline cl_overlap_answer overlap(const shape &a, const shape &b) {
  cl_overlap_answer out{};
  detail::check(cl_overlap(&a.raw(), &b.raw(), &out));
  return out;
}

/// Many pairs: a[i] against b[i], or one shape on a side against all of the other side.
inline std::vector<answer> distances(const std::vector<shape> &a, const std::vector<shape> &b,
                                     const cl_options *options = nullptr) {
  const std::size_t count = a.size() == 1 ? b.size() : a.size();
  if (b.size() != count && b.size() != 1)
    throw std::invalid_argument("clearance: a and b differ in their length, and neither is 1");
  std::vector<answer> out(count);
  if (count == 0) return out;
  const auto stride = [](const std::vector<shape> &list) { return list.size() == 1 ? 0 : sizeof(shape); };
  detail::check(cl_distances(&a.front().raw(), stride(a), &b.front().raw(), stride(b), count, options, out.data(),
                             sizeof(answer)));
  return out;
}

/// Many bodies with names, and rules for their pairs.
class scene : public detail::owned<cl_scene, cl_scene_free> {
  template <class Ask> std::vector<cl_finding> all(std::size_t capacity, bool may_grow, Ask ask) const {
    std::vector<cl_finding> out;
    for (std::size_t count = 0;; capacity = count) {
      out.assign(capacity, cl_finding{});
      detail::check(ask(out.data(), capacity, &count));
      const bool is_whole = count <= capacity || !may_grow;
      if (is_whole) {
        out.resize(count < capacity ? count : capacity);
        return out;
      }
    }
  }

public:
  explicit scene(std::uint32_t flags = 0) { detail::check(cl_scene_new(flags, slot(*this))); }
  std::uint32_t add(const std::string &name, const shape &body) {
    std::uint32_t number = 0;
    detail::check(cl_scene_add(get(), name.c_str(), &body.raw(), &number));
    return number;
  }
  void add_to_group(std::uint32_t object, const std::string &group) {
    detail::check(cl_scene_add_to_group(get(), object, group.c_str()));
  }
  void set_pose(std::uint32_t object, const cl_pose &pose) { detail::check(cl_scene_set_pose(get(), object, &pose)); }
  std::string name(std::uint32_t object) const {
    const char *out = nullptr;
    detail::check(cl_scene_name(get(), object, &out));
    return out;
  }
  void add_rule(const cl_rule &rule) { detail::check(cl_scene_add_rule(get(), &rule)); }
  /// Pairs of these names may be no nearer than this.
  void limit(const std::string &a, const std::string &b, double below) {
    cl_rule rule{};
    rule.size = sizeof rule;
    rule.flags = CL_RULE_BELOW;
    rule.a = a.c_str();
    rule.b = b.c_str();
    rule.below = below;
    add_rule(rule);
  }
  /// Pairs of these names are not looked at.
  void skip(const std::string &a, const std::string &b) {
    cl_rule rule{};
    rule.size = sizeof rule;
    rule.flags = CL_RULE_SKIP;
    rule.a = a.c_str();
    rule.b = b.c_str();
    add_rule(rule);
  }
  /// All pairs that break a limit.
  std::vector<cl_finding> below(double limit) const {
    return all(16, true, [&](cl_finding *out, std::size_t capacity, std::size_t *count) {
      return cl_scene_below(get(), limit, out, 0, capacity, count);
    });
  }
  /// The nearest pairs, at most `most`.
  std::vector<cl_finding> nearest(std::size_t most) const {
    return all(most, false, [&](cl_finding *out, std::size_t capacity, std::size_t *count) {
      return cl_scene_nearest(get(), out, 0, capacity, count);
    });
  }
};

/// A robot from a file, or from the text of a URDF.
class robot : public detail::owned<cl_robot, cl_robot_free> {
  struct from_text {};
  robot(from_text, const std::string &urdf, const char *srdf) {
    detail::check(cl_robot_read(urdf.c_str(), srdf, slot(*this)));
  }

public:
  explicit robot(const std::string &path, const char *srdf = nullptr) {
    detail::check(cl_robot_load(path.c_str(), srdf, slot(*this)));
  }
  static robot read(const std::string &urdf, const char *srdf = nullptr) { return robot(from_text(), urdf, srdf); }
  std::size_t coordinates() const {
    std::size_t count = 0;
    detail::check(cl_robot_counts(get(), &count, nullptr, nullptr));
    return count;
  }
  std::string link_name(std::uint32_t link) const {
    const char *out = nullptr;
    detail::check(cl_robot_link_name(get(), link, &out));
    return out;
  }
  std::string coordinate_name(std::uint32_t coordinate) const {
    const char *out = nullptr;
    detail::check(cl_robot_coordinate_name(get(), coordinate, &out));
    return out;
  }
};

/// Asks a robot about many configurations, one after another. It keeps what it needs of the robot, which may go first.
class watch : public detail::owned<cl_watch, cl_watch_free> {
  std::vector<double> numbers_;

  /// The numbers in a row: a row of a matrix has gaps.
  template <class Q> void read(const Q &configuration) {
    const auto count = configuration.size();
    numbers_.resize(static_cast<std::size_t>(count));
    for (auto i = count - count; i < count; ++i)
      numbers_[static_cast<std::size_t>(i)] = static_cast<double>(configuration[i]);
  }

public:
  explicit watch(const robot &of) { detail::check(cl_watch_new(of.get(), slot(*this))); }
  /// Any numbers with size() and []: std::vector<double>, Eigen::VectorXd, a row of an Eigen matrix.
  template <class Q> cl_robot_answer clearance(const Q &configuration) {
    cl_robot_answer out{};
    read(configuration);
    detail::check(cl_watch_clearance(get(), numbers_.data(), numbers_.size(), &out));
    return out;
  }
  template <class Q> bool is_below(const Q &configuration, double limit) {
    std::uint32_t out = 0;
    read(configuration);
    detail::check(cl_watch_below(get(), numbers_.data(), numbers_.size(), limit, &out, nullptr));
    return out != 0;
  }
};

} // namespace clearance
#endif
